declare module 'xml-encryption' {
  export function decrypt(
    xml: string,
    options: { key: string; disallowDecryptionWithInsecureAlgorithm: boolean; warnInsecureAlgorithm: boolean },
    done: (error: Error | null, xml?: string) => void,
  ): void
  export function encrypt(
    xml: string,
    options: { rsa_pub: string; pem: string; encryptionAlgorithm: string; keyEncryptionAlgorithm: string; keyEncryptionDigest?: string },
    done: (error: Error | null, xml?: string) => void,
  ): void
}
