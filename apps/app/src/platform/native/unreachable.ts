import { CapacitorHttp } from '@capacitor/core'
import { ApiError } from '../errors.ts'

/** What iOS (NSURLErrorDomain -1200 to -1206) and Android (javax.net.ssl) say when TLS fails. */
const OF_TLS = /ssl|tls|certificate|cert ?path|trust anchor|-120[0-6]\b/i
const WAIT_MS = 5_000

/**
 * Why no response came. A page cannot see why `fetch` fails; the system's own HTTP says it: a certificate that is not valid (also because
 * the device's clock is wrong) is no missing network.
 */
export async function whyUnreachable(url: string): Promise<ApiError> {
  if (!navigator.onLine || !URL.canParse(url)) return new ApiError(0, 'offline')
  try {
    await CapacitorHttp.request({
      url: `${new URL(url).origin}/health/live`,
      method: 'HEAD',
      connectTimeout: WAIT_MS,
      readTimeout: WAIT_MS,
    })
    return new ApiError(0, 'offline')
  } catch (error) {
    return new ApiError(0, OF_TLS.test(String((error as Error).message)) ? 'certificate' : 'offline')
  }
}
