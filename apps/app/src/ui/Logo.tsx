/** A sun and its reflection on the water. Decoration: the name is always beside it. */
export const Logo = ({ size = 56, className }: { size?: number; className?: string }) => (
  <svg className={className} width={size} height={size} viewBox="0 0 56 56" aria-hidden="true">
    <path fill="var(--primary)" d="M6 27a22 22 0 0 1 44 0z" />
    <g fill="var(--others)">
      <rect x="6" y="31" width="44" height="5" rx="2.5" />
      <rect x="12" y="39.5" width="32" height="4.5" rx="2.25" opacity="0.7" />
      <rect x="20" y="47.5" width="16" height="4" rx="2" opacity="0.45" />
    </g>
  </svg>
)
