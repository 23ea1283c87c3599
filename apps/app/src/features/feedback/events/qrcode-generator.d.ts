/** The package says that it brings its types, and does not. What is used of it: */
declare module 'qrcode-generator' {
  interface QrCode {
    addData(text: string): void
    make(): void
    getModuleCount(): number
    isDark(row: number, column: number): boolean
  }
  /** Type 0 is the smallest that holds the text. */
  export default function qrcode(type: 0, correction: 'L' | 'M' | 'Q' | 'H'): QrCode
}
