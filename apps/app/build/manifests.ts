import { readFileSync } from 'node:fs'
import { LOCALES } from '@reflet/contract/common'
import type { Plugin } from 'vite'

interface Texts {
  readonly home: { readonly ask: string }
  readonly menu: { readonly answer: string }
  readonly login: { readonly tagline: string }
  readonly awards: { readonly hub: { readonly action: string } }
}

const png = (name: string, size: number) => ({ src: `/icons/${name}.png`, sizes: `${size}x${size}`, type: 'image/png' })
const picture = (lang: string, name: string, width: number, height: number, form_factor: 'narrow' | 'wide') => ({
  src: `/screenshots/${lang}/${name}.webp`,
  sizes: `${width}x${height}`,
  type: 'image/webp',
  form_factor,
})

/** The web app manifest in one language (W3C Web Application Manifest). The `id` is the same in each: it is one app. */
function manifestOf(lang: string, { home, menu, login, awards }: Texts) {
  const shortcut = (name: string, url: string, icon: string) => ({ name, url, icons: [png(`shortcut-${icon}`, 96)] })
  return {
    id: '/',
    name: 'Reflet',
    short_name: 'Reflet',
    description: login.tagline,
    lang,
    dir: lang === 'ar' ? 'rtl' : 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fbfaf8',
    theme_color: '#4338ca',
    categories: ['business', 'productivity'],
    icons: [
      { ...png('app', 192), purpose: 'any' },
      { ...png('app-512', 512), purpose: 'any' },
      { ...png('maskable-192', 192), purpose: 'maskable' },
      { ...png('maskable-512', 512), purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
    shortcuts: [
      shortcut(menu.answer, '/answer', 'answer'),
      shortcut(home.ask, '/my-skills', 'ask'),
      shortcut(awards.hub.action, '/award-select', 'thank'),
    ],
    screenshots: [
      picture(lang, 'home', 780, 1688, 'narrow'),
      picture(lang, 'answer', 780, 1688, 'narrow'),
      picture(lang, 'dashboard', 1280, 800, 'wide'),
    ],
  }
}

/** Writes `manifest.webmanifest` in English and `manifest.<language>.webmanifest`, with the texts of the app. index.html links one of them. */
export function manifests(): Plugin {
  return {
    name: 'reflet:manifests',
    apply: 'build',
    generateBundle() {
      for (const locale of LOCALES) {
        const file = new URL(`../public/assets/i18n/${locale}.json`, import.meta.url)
        const source = JSON.stringify(manifestOf(locale, JSON.parse(readFileSync(file, 'utf8')) as Texts))
        this.emitFile({ type: 'asset', fileName: `manifest.${locale}.webmanifest`, source })
        if (locale === 'en') this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source })
      }
    },
  }
}
