import { useEffect } from 'react'
import { store, useStore } from '../../platform/store.ts'
import { type ColleagueRef, type KnownPerson, type PersonRef, toColleagues } from './person.api.ts'

/** Hands over people selected on one page to the form of another, which receives them once, when its draft is loaded. */
function createHandover<Person>() {
  const arriving = store<readonly Person[]>([])
  return {
    bring: (people: readonly Person[]) => arriving.set(people),
    useArrivals(ready: boolean, receive: (people: readonly Person[]) => void) {
      const people = useStore(arriving)
      // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the people, not on the function of this render
      useEffect(() => {
        if (!ready || people.length === 0) return
        arriving.set([])
        receive(people)
      }, [ready, people])
    },
  }
}

/** To `/my-skills`, where they are added to the selection. */
export const { bring: bringToAsk, useArrivals: useAskArrivals } = createHandover<KnownPerson>()

const offers = createHandover<ColleagueRef>()
/** To `/offer-feedback`. */
export const bringToOffer = (person: Partial<PersonRef>) => offers.bring(toColleagues([person]))
export const useOfferArrivals = offers.useArrivals

const awards = createHandover<ColleagueRef>()
/** To the page that gives an award. */
export const bringToAward = (person: Partial<PersonRef>) => awards.bring(toColleagues([person]))
export const useAwardArrivals = awards.useArrivals
