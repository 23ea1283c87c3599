import { App } from '@capacitor/app'
import { fingerprint } from '../drafts.ts'
import { settle } from '../errors.ts'
import { quickHere } from '../quick.ts'
import { apiHost } from '../server.ts'
import { store } from '../store.ts'
import { type Opened, openedBy } from './links.ts'
import { closeSignOn, takeVerifier } from './sign-on.ts'

/** The page that a link or a notification opened; the shell goes there, and clears it. */
export const arrival = store<string | null>(null)

/** A message that arrived while the app is in front; the shell shows it. */
export interface ForegroundMessage {
  readonly text: string
  readonly path: string | null
}
export const foreground = store<ForegroundMessage | null>(null)

export interface NativeSignOn {
  readonly email: string
  readonly token: string
  /** Of the sign-on that this device began. */
  readonly codeVerifier: string | undefined
}

/** Of the address that started the app, which is reported again after each reload of the page; it may have a secret in it. */
const LAUNCHED = 'reflet.launched'

const withVerifier = async ({ email, token }: { email: string; token: string }): Promise<NativeSignOn> => ({
  email,
  token,
  codeVerifier: (await takeVerifier()) ?? undefined,
})

/** What started the app, if a link did; once. */
export async function takeLaunch(): Promise<{ readonly path: string } | { readonly signOn: NativeSignOn } | null> {
  const url = await App.getLaunchUrl().then(
    (launch) => launch?.url,
    () => undefined,
  )
  if (!url || quickHere.get(LAUNCHED) === fingerprint(url)) return null
  quickHere.set(LAUNCHED, fingerprint(url))
  const opened = openedBy(url, apiHost())
  if (!opened || 'path' in opened) return opened
  return { signOn: await withVerifier(opened.signOn) }
}

async function follow(opened: Opened, begin: (signOn: NativeSignOn) => void): Promise<void> {
  if ('path' in opened) return arrival.set(opened.path)
  void closeSignOn()
  begin(await withVerifier(opened.signOn))
}

/** Links that open the running app. On iOS the address of the start is reported here, too. */
export function listenForLinks(begin: (signOn: NativeSignOn) => void): void {
  void App.addListener('appUrlOpen', ({ url }) => {
    if (quickHere.get(LAUNCHED) === fingerprint(url) && !isOld) return
    const opened = openedBy(url, apiHost())
    if (opened) void settle(follow(opened, begin))
  })
  // The same link may be pressed again later.
  window.setTimeout(() => {
    isOld = true
  }, REPEATED_MS)
}

const REPEATED_MS = 3_000
let isOld = false
