import { QUALITY_PARTS, QUALITY_WEIGHTS, type QualityIndex, type QualityPart } from '@reflet/contract/quality'

type Parts = NonNullable<QualityIndex['parts']>

/** From this score on a part gets no tip. */
const GOOD = 0.9
const TIPS = 2

/** The parts with the most missing points. */
export const weakest = (parts: Parts): QualityPart[] => {
  const missing = (part: QualityPart) => (1 - (parts[part] ?? 1)) * QUALITY_WEIGHTS[part]
  return QUALITY_PARTS.filter((part) => (parts[part] ?? 1) < GOOD)
    .sort((a, b) => missing(b) - missing(a))
    .slice(0, TIPS)
}
