import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import type { TestApp } from './build-test-app.ts'

/** The call that exports what is stored of a person, and what its files say. */
export function exportCalls(app: TestApp) {
  async function fetchExport(who: { token: string }) {
    const reply = await fetch(`${app.url}/api/user/export`, { headers: { authorization: `Bearer ${who.token}` } })
    const bytes = new Uint8Array(await reply.arrayBuffer())
    return { status: reply.status, headers: reply.headers, bytes }
  }

  /** The files of an export: as text, the parsed `data.json`, and the lines of a CSV file. */
  async function exportOf(who: { token: string }) {
    const { bytes } = await fetchExport(who)
    const files = unzipSync(bytes)
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
    const sheet = (name: string) =>
      Papa.parse<Record<string, string>>(text(`${name}.csv`).replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true })
    return {
      names: Object.keys(files),
      text,
      data: JSON.parse(text('data.json')),
      sheet: (name: string) => sheet(name).data,
      everything: Object.keys(files).map(text).join('\n'),
    }
  }
  return { fetchExport, exportOf }
}
