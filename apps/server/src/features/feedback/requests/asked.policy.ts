/** How many of those asked are colleagues and external people: frozen in a confidential request when it is sent. */
export const askedOf = (people: readonly { user_id: string | null }[]) => {
  const colleagues = people.filter(({ user_id }) => user_id !== null).length
  return { asked_colleagues: colleagues, asked_outsiders: people.length - colleagues }
}
