/** The public addresses of badges. A credential names them, so they never change; docs/OPERATIONS.md says so of PUBLIC_URL. */
export const addressesOf = (publicUrl: string) => ({
  page: (badgeId: string) => `${publicUrl}/badge/${badgeId}`,
  file: (badgeId: string, format: 'json' | 'jwt' | 'png' | 'svg') => `${publicUrl}/api/badges/${badgeId}.${format}`,
  issuer: (code: string) => `${publicUrl}/issuers/${code}`,
  key: (code: string, keyId: string) => `${publicUrl}/issuers/${code}#${keyId}`,
  keySet: (code: string) => `${publicUrl}/issuers/${code}/jwks.json`,
  achievement: (achievementId: string) => `${publicUrl}/achievements/${achievementId}`,
  achievementPicture: (achievementId: string) => `${publicUrl}/achievements/${achievementId}.png`,
  statusList: (listId: string) => `${publicUrl}/status/${listId}`,
})
export type Addresses = ReturnType<typeof addressesOf>
