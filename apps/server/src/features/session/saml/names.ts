/** Namespaces and identifiers of SAML 2.0, XML Signature and XML Encryption. */
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
export const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
export const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** RSA-OAEP with MGF1 and SHA-1, whose security does not rest on the hash's collision resistance. */
export const RSA_OAEP = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'

/** SHA-256 or better: SHA-1 is broken, and a MAC would take the public certificate for its key. */
export const SIGNATURE_METHODS = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
])
export const DIGEST_METHODS = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])
export const TRANSFORMS = new Set(['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'])
