import { useEffect } from 'react'
import { store, useStore } from '../../platform/store.ts'
import { type ColleagueRef, type KnownPerson, type PersonRef, refOf, toColleagues } from './person.api.ts'

/** Hands over a choice made on one page to the form of another, which receives it once, when its draft is loaded. */
function createHandover<Choice>() {
  const arriving = store<Choice | null>(null)
  return {
    bring: (choice: Choice) => arriving.set(choice),
    useArrivals(ready: boolean, receive: (choice: Choice) => void) {
      const choice = useStore(arriving)
      // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the choice, not on the function of this render
      useEffect(() => {
        if (!ready || choice === null) return
        arriving.set(null)
        receive(choice)
      }, [ready, choice])
    },
  }
}

/** A person to ask; of a colleague the id is enough. */
export type PersonToAsk = Partial<Omit<KnownPerson, 'email'>> & Pick<PersonRef, 'email'>

export interface AskArrival {
  people: readonly PersonToAsk[]
  /** Of my own skills. */
  skillIds?: readonly string[]
  /** Kept only where no message has been written yet. */
  message?: string
}

const asks = createHandover<AskArrival>()
/**
 * Handover to `/my-skills`: people, skills and message are added to its draft. Navigate to `/my-skills` afterwards, or, with people and
 * skills, to `/my-skills?step=words`, its last step, where one press sends.
 */
export const bringToAsk = (people: readonly PersonToAsk[], rest: Omit<AskArrival, 'people'> = {}) => asks.bring({ people, ...rest })
export const useAskArrivals = asks.useArrivals

const offers = createHandover<readonly ColleagueRef[]>()
/** To `/offer-feedback`. */
export const bringToOffer = (person: Partial<PersonRef>) => offers.bring(toColleagues([person]))
export const useOfferArrivals = offers.useArrivals

const awards = createHandover<readonly ColleagueRef[]>()
/** To the page that gives an award. */
export const bringToAward = (person: Partial<PersonRef>) => awards.bring(toColleagues([person]))
export const useAwardArrivals = awards.useArrivals

const coffees = createHandover<PersonRef>()
/** To the form of a new coffee chat. */
export const bringToCoffee = (person: Partial<PersonRef>) => coffees.bring(refOf(person))
export const useCoffeeArrivals = coffees.useArrivals
