import { type ComponentProps, useRef } from 'react'
import { described, FieldFrame, type Wiring } from './Field.tsx'
import { useAutoGrow } from './FieldGrowth.ts'

/** As high as its text. */
export function TextAreaField({ label, hint, error, ...input }: Wiring & Omit<ComponentProps<'textarea'>, 'ref'>) {
  const area = useRef<HTMLTextAreaElement>(null)
  useAutoGrow(area, input.value)
  return (
    <FieldFrame id={input.id} label={label} hint={hint} error={error}>
      <textarea className="field-input" {...input} {...described({ id: input.id, hint, error })} ref={area} />
    </FieldFrame>
  )
}
