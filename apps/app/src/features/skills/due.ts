import { SELF_EVALUATION_DAYS } from '@reflet/contract/skills'

const DAY_MS = 86_400_000

/** After a quarter it is worth asking oneself again. */
export const isDue = (self: { created_at: string } | null, now: number = Date.now()) =>
  self !== null && now - new Date(self.created_at).getTime() > SELF_EVALUATION_DAYS * DAY_MS
