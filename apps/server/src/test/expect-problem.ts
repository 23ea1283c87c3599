import type { ErrorCode } from '@reflet/contract/errors'
import { expect } from 'vitest'

interface Refused {
  readonly status: number | undefined
  readonly body: { readonly code?: string; readonly fields?: Record<string, string> | undefined }
}

/** A call was refused with this status and code; `fields` are compared when they are given. */
export function expectProblem(
  { status, body }: Refused,
  expectedStatus: number,
  code: ErrorCode,
  { fields, because }: { fields?: Record<string, string>; because?: string } = {},
): void {
  expect({ status, code: body.code }, because).toEqual({ status: expectedStatus, code })
  if (fields) expect(body.fields, because).toEqual(fields)
}
