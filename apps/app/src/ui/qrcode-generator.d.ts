/** The package claims to include its types, but does not. Only what is used: */
declare module 'qrcode-generator' {
  interface QrCode {
    addData(text: string): void
    make(): void
    getModuleCount(): number
    isDark(row: number, column: number): boolean
  }
  /** Type 0 is the smallest that fits the text. */
  export default function qrcode(type: 0, correction: 'L' | 'M' | 'Q' | 'H'): QrCode
}
