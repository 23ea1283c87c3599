interface Shared {
  readonly id: string
  readonly pageUrl: string
  readonly name: string
  readonly company: string
  readonly issuedAt: Date
}

const linkTo = (address: string, values: Readonly<Record<string, string>>) => `${address}?${new URLSearchParams(values)}`

/** LinkedIn's links for sharing a page, and for adding a certification to one's profile. The person opens them; nothing is sent from here. */
export const linkedInLinks = ({ id, pageUrl, name, company, issuedAt }: Shared) => ({
  share_url: linkTo('https://www.linkedin.com/sharing/share-offsite/', { url: pageUrl }),
  add_to_profile_url: linkTo('https://www.linkedin.com/profile/add', {
    startTask: 'CERTIFICATION_NAME',
    name,
    organizationName: company,
    issueYear: String(issuedAt.getUTCFullYear()),
    issueMonth: String(issuedAt.getUTCMonth() + 1),
    certUrl: pageUrl,
    certId: id,
  }),
})
