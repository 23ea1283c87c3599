/** RFC 7644, 3.12: the reasons of a 400, and `uniqueness` of a 409. */
type ScimType = 'invalidFilter' | 'tooMany' | 'uniqueness' | 'mutability' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue'

/** A refusal of a SCIM call; `detail` is English for the administrator of the directory and contains no data of the server. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export const badRequest = (scimType: ScimType, detail: string) => new ScimError(400, detail, scimType)
export const noResource = () => new ScimError(404, 'There is no such resource')
