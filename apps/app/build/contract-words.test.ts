import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { withoutWords } from './contract-words.ts'

const shorten = (code: string) => withoutWords(code, parseAst(code))

test('descriptions, names and summaries go, one inside another, and nothing else does', () => {
  expect(shorten("const A = named(z.object({ n: described(z.number(), 'How many'), m: text(3) }), 'A')")).toBe(
    'const A = z.object({ n: z.number(), m: text(3) })',
  )
  expect(shorten("const calls = { list: { path: '/api/x', summary: 'All of them', body: described(Body, 'A, (b') } }")).toBe(
    "const calls = { list: { path: '/api/x', summary: '', body: Body } }",
  )
  const kept = "const words = { summary: sum(), described: 1 }; described(one); other(a, 'b')"
  expect(shorten(kept)).toBe(kept)
})
