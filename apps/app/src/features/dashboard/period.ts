import { store, useStore } from '../../platform/store.ts'
import { type Period, SCORE_PERIOD } from '../statistics/statistics.api.ts'

const period = store<Period>(SCORE_PERIOD)

/** The period of the statistics: one setting for the dashboard, each skill and the annual review. */
export const usePeriod = () => useStore(period)
export const choosePeriod = (months: Period) => period.set(months)
