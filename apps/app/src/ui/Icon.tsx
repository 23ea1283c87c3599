const SVG = /^data:image\/svg\+xml;utf8,/

/**
 * An icon of `ionicons/icons` drawn in place. The first screens use it because it costs nothing beside the drawing;
 * inside Ionic's own components (items, tabs, buttons) use IonIcon, which they know how to size.
 */
export const Icon = ({ icon, size = '1em' }: { icon: string; size?: string }) => (
  <span
    className="icon"
    aria-hidden="true"
    style={{ inlineSize: size, blockSize: size }}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own bundled drawings, never data
    dangerouslySetInnerHTML={{ __html: icon.replace(SVG, '') }}
  />
)
