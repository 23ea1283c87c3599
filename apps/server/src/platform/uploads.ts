/** The file of an upload while it arrives. */
export interface FileStream {
  readonly stream: AsyncIterable<Buffer>
  /** After its end: whether it was larger than the call takes. */
  isTruncated(): boolean
}
