import type { ReactNode } from 'react'
import { STEP_HEADING } from './step-focus.ts'

interface Props {
  skill: { name: string; description: string }
  /** The target of a tour. */
  tour?: string | undefined
  /** Above the name. */
  children?: ReactNode
}

/** Name and description of the skill that a card is about. */
export const SkillHeading = ({ skill, tour, children }: Props) => (
  <div>
    {children}
    <h2 dir="auto" data-tour={tour} {...STEP_HEADING}>
      {skill.name}
    </h2>
    <p className="quiet" dir="auto">
      {skill.description}
    </p>
  </div>
)
