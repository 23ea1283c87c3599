interface Faced {
  first_name: string
  last_name: string
  email: string
}

/** Whoever has no name is drawn by the first letter of their address. */
export const faceOf = <T extends Faced>(person: T): T =>
  person.first_name || person.last_name ? person : { ...person, first_name: person.email }
