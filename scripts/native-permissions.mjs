// Prints every permission of both native apps with the reason why the app has it, and the ones that it removes from what plugins bring.
// Exits with 1 when a permission has no reason, or a reason no permission.
import { androidPermissions, iosPermissions, readReasons, unexplained } from './native/permissions.mjs'

const reasons = readReasons()
const android = androidPermissions(reasons)
const ios = iosPermissions()

function print(title, names, explained) {
  console.log(`\n${title}`)
  for (const name of names) console.log(`  ${name}\n    ${explained[name] ?? '(no reason)'}`)
}

print(
  `Android, of the app, ${android.manifests.length} manifests of plugins and ${Object.keys(reasons.androidLibraries).length} libraries`,
  android.kept,
  reasons.android,
)
print('Android, removed', android.removed, reasons.androidRemoved)
print(`iOS, of the app and ${ios.manifests.length} privacy manifests of Capacitor`, ios.kept, reasons.ios)

const problems = [
  ...unexplained(android.kept, reasons.android),
  ...unexplained(android.removed, reasons.androidRemoved),
  ...unexplained(ios.kept, reasons.ios),
]
console.log(problems.length === 0 ? '\nEvery permission has a reason.' : `\n${problems.join('\n')}`)
if (problems.length > 0) process.exit(1)
