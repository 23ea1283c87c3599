import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { icons, marked, pieces, split } from './ionic-pieces.ts'

const SOURCES = join(import.meta.dirname, '../src')
const { resolve } = createRequire(import.meta.url)
const library = readFileSync(resolve('@ionic/react'), 'utf8')
const drawings = readFileSync(resolve('ionicons/icons'), 'utf8')

const sources = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
  .filter(({ name }) => /\.tsx?$/.test(name))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))

/** Splits every source of the app, as the build does. */
const splitAll = (ionic: string, ionicons: string) => {
  const [components, icon] = [pieces(ionic), icons(ionicons)]
  return sources.map((code) => split(code, components, icon)).join('\n')
}

test('every component and every icon that the app uses has a module of its own', () => {
  const result = splitAll(library, drawings)
  expect(result).toContain("import { IonButton } from 'virtual:piece/IonButton'")
  expect(result).toContain("import { useIonToast } from 'virtual:piece/useIonToast'")
  expect(result).not.toMatch(/from 'ionicons\/icons'/)
})

test.each([
  ['a component', /createComponent\(\{\s+tagName: 'ion-header'/, "make({ tagName: 'ion-header'", 'IonHeader'],
  ['components with routing', /createRoutingComponent\('ion-button'/, "routed('ion-button'", 'IonButton'],
  ['an overlay', /createInlineOverlayComponent\('ion-modal'/, "overlay('ion-modal'", 'IonModal'],
  ['a hook', /useController\('IonToast'/, "controllerOf('IonToast'", 'useIonToast'],
  ['a class', /^class IonBackButton /m, 'class BackButton ', 'IonBackButton'],
])('another form of %s stops the build by name', (_what, form, other, name) => {
  expect(form.test(library), 'it has this form today').toBe(true)
  expect(() => splitAll(library.replace(form, other), drawings)).toThrow(
    `@ionic/react is no longer laid out as build/ionic-pieces.ts knows it: ${name} not found`,
  )
})

test('another form of all components stops it, however many icons there are', () => {
  expect(() => splitAll(library.replaceAll('/*@__PURE__*/ ', ''), drawings)).toThrow('@ionic/react is no longer laid out')
})

test('another form of the icons stops it, however many components there are', () => {
  expect(() => splitAll(library, drawings.replaceAll('exports.', 'module.exports.'))).toThrow('ionicons/icons is no longer laid out')
  expect(() => splitAll(library, drawings.replace(/^exports\.documentTextOutline = .*$/m, ''))).toThrow('documentTextOutline not found')
})

test('tools that the library no longer declares, and nothing left to mark, stop it', () => {
  expect(marked(library)).toContain('= /*@__PURE__*/ createReactComponent(')
  expect(() => marked(library.replaceAll('useController', 'controllerOf'))).toThrow('useController not found')
  expect(() => marked(library.replaceAll(/= (createReactComponent|createForwardRef|React\.memo)\(/g, '= made('))).toThrow('without a mark')
})
