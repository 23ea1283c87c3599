/** The first screen, and how much JavaScript it may fetch: KB of the files as they are sent (Brotli), without headers. */
export const FIRST_SCREEN = { path: '/login', scriptKb: 175 }
