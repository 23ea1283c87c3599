/**
 * The fields of a date without the current year. They replace `dateStyle` medium and long: the medium Arabic date of `Intl` is written in
 * digits, whose order a right-to-left line does not keep.
 */
export function dateFields(value: Date, options: Intl.DateTimeFormatOptions, now = new Date()): Intl.DateTimeFormatOptions {
  const { dateStyle, timeStyle, ...others } = options
  if (dateStyle !== 'medium' && dateStyle !== 'long') return options
  return {
    ...others,
    day: 'numeric',
    month: dateStyle === 'long' ? 'long' : 'short',
    ...(value.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
    ...(timeStyle && { hour: '2-digit', minute: '2-digit' }),
  }
}
