/** Why a sign-in was refused: for the audit log and for a test of the settings, never for the person at the door. */
export class Refused extends Error {
  readonly reason: string
  /** Codes and identifiers that explain it. */
  readonly detail: Readonly<Record<string, string>> | undefined

  constructor(reason: string, detail?: Readonly<Record<string, string>>) {
    super(reason)
    this.reason = reason
    this.detail = detail
  }
}
