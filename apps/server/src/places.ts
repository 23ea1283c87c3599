import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where files are that the server reads, in the repository. The production build puts places.production.ts in its place. */
export const PLACES = {
  /** Build output of apps/app. */
  web: join(import.meta.dirname, '../../app/dist'),
  migrations: join(import.meta.dirname, 'db/migrations'),
  legal: join(import.meta.dirname, 'features/legal'),
  /** Each font of the pictures by its file name. */
  font: (file: string) => {
    const [family = '', weight = ''] = file.replace('.ttf', '').split('_')
    const name = family === 'NotoSans' ? 'noto-sans' : 'noto-sans-arabic'
    return fileURLToPath(import.meta.resolve(`@expo-google-fonts/${name}/${weight}/${file}`))
  },
} as const
