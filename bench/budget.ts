/** JavaScript budget of the first screen: KB of the files as they are sent (Brotli), without headers. */
export const FIRST_SCREEN = { path: '/login', scriptKb: 163 }
