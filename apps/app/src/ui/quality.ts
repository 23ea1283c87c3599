import type { QualityPart } from '@reflet/contract/quality'

/** The parts of quality in the order of the form. */
export const PARTS_AS_WRITTEN = ['situation', 'keep', 'improve', 'prompt', 'useful'] as const satisfies readonly QualityPart[]
