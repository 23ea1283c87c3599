/** What a person reads about a device: the browser and the system, without versions. */
export interface ClientNames {
  readonly browser: string | null
  readonly system: string | null
}

const LONGEST = 60
/** The parser's expressions need time that grows with the text. */
const LONGEST_AGENT = 400

const cut = (name: string | undefined) => name?.slice(0, LONGEST) || null

/** The names in a User-Agent header; null where it says none. It is what the program says of itself, no proof. */
export async function clientNamesOf(userAgent: string | undefined): Promise<ClientNames> {
  if (!userAgent) return { browser: null, system: null }
  const { default: Bowser } = await import('bowser')
  const { browser, os } = Bowser.parse(userAgent.slice(0, LONGEST_AGENT))
  return { browser: cut(browser.name), system: cut(os.name) }
}
