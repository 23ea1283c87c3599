export const circle = 1
