// The programs that the server's tests need: pgbouncer, and xmllint with the schemas of SAML, by which they validate our metadata.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from './debian.mjs'
import { ensurePgbouncer } from './pgbouncer.mjs'

const FOLDER = process.env.SAML_SCHEMAS ?? '/usr/share/xml/opensaml'

function hasXmllint() {
  try {
    execFileSync('xmllint', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

if (!hasXmllint() || !existsSync(join(FOLDER, 'saml-schema-metadata-2.0.xsd')))
  installPackages(
    'xmllint and the schemas of SAML',
    ['libxml2-utils', 'opensaml-schemas', 'xmltooling-schemas'],
    'xmllint or the schemas of SAML are missing: install xmllint, and set SAML_SCHEMAS to the folder of saml-schema-metadata-2.0.xsd.',
  )

ensurePgbouncer()
