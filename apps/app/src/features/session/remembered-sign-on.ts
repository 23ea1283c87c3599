import { quick } from '../../platform/quick.ts'

const REMEMBERED = 'reflet.sign-on'

/** What this device remembers of the company's sign-in: it is offered first, and the number is filled in. */
export interface RememberedSignOn {
  readonly number: string
  readonly company: string
}

export function rememberedSignOn(): RememberedSignOn | null {
  try {
    const { number, company } = JSON.parse(quick.get(REMEMBERED) ?? 'null') as Partial<RememberedSignOn>
    return number ? { number, company: company ?? '' } : null
  } catch {
    return null
  }
}

export const rememberSignOn = (signOn: RememberedSignOn) => quick.set(REMEMBERED, JSON.stringify(signOn))
