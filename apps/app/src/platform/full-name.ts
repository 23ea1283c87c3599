interface Named {
  first_name: string
  last_name: string
}

/** A person's full name; `fallback` for a person without one (a guest known by address, a former colleague). */
export const fullName = ({ first_name, last_name }: Named, fallback = '') => `${first_name} ${last_name}`.trim() || fallback
