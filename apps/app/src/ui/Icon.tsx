import styles from './Icon.module.css'

const SVG = /^data:image\/svg\+xml;utf8,/

/**
 * An icon of `ionicons/icons` as inline SVG. The first screens use it because it needs no further code; inside Ionic's own components
 * (items, tabs, buttons) use IonIcon, which they size.
 */
export const Icon = ({ icon, size = '1em' }: { icon: string; size?: string }) => (
  <span
    className={`${styles.icon} icon`}
    aria-hidden="true"
    style={{ inlineSize: size, blockSize: size }}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own bundled drawings, never data
    dangerouslySetInnerHTML={{ __html: icon.replace(SVG, '') }}
  />
)
