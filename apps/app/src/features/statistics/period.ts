import { store, useStore } from '../../platform/store.ts'
import { type Period, SCORE_PERIOD } from './statistics.api.ts'

const period = store<Period>(SCORE_PERIOD)

/** How far the figures look back: one choice for the dashboard, each skill and the annual talk. */
export const usePeriod = () => useStore(period)
export const choosePeriod = (months: Period) => period.set(months)
