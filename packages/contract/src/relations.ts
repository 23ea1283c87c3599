import * as z from 'zod/mini'

/** The giver's relation to the receiver: their manager, on the same level, reporting to them, in the same company, or external. */
export const RELATIONS = ['superior', 'equal', 'lower', 'coworker', 'outside'] as const
export const Relation = z.enum(RELATIONS)
export type Relation = z.infer<typeof Relation>

/** The relations of a person with an account, as they confirm them when they answer by name. */
export const GIVER_RELATIONS = ['superior', 'equal', 'lower', 'coworker'] as const
export const GiverRelation = z.enum(GIVER_RELATIONS)
export type GiverRelation = z.infer<typeof GiverRelation>
