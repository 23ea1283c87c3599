import { CORE_GROUP, CORE_USER, ENTERPRISE_USER } from './paths.ts'
import { MAX_RESULTS } from './resource.ts'

/** Discovery (RFC 7643, 5 to 7): what this server supports and stores. */

const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema'
const RESOURCE_TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'
const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'

interface Described {
  readonly name: string
  readonly description: string
  readonly type?: 'string' | 'boolean' | 'complex' | 'reference'
  readonly multiValued?: boolean
  readonly required?: boolean
  readonly caseExact?: boolean
  readonly mutability?: 'readOnly' | 'readWrite' | 'immutable'
  readonly returned?: 'always' | 'default'
  readonly uniqueness?: 'none' | 'server'
  readonly referenceTypes?: readonly string[]
  readonly subAttributes?: readonly Described[]
}

const attribute = ({ subAttributes, ...given }: Described): object => ({
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...given,
  ...(subAttributes && { subAttributes: subAttributes.map(attribute) }),
})

const externalId: Described = { name: 'externalId', description: 'The id in the directory', caseExact: true }
const ref = (description: string): Described => ({
  name: '$ref',
  description,
  type: 'reference',
  mutability: 'readOnly',
  referenceTypes: ['User'],
})

const USER: readonly Described[] = [
  { name: 'userName', description: 'The e-mail address with which the person signs in', required: true, uniqueness: 'server' },
  externalId,
  {
    name: 'name',
    description: 'The name',
    type: 'complex',
    subAttributes: [
      { name: 'formatted', description: 'First and last name; read where both are missing' },
      { name: 'familyName', description: 'The last name' },
      { name: 'givenName', description: 'The first name' },
    ],
  },
  { name: 'displayName', description: 'First and last name; read where both are missing' },
  { name: 'title', description: 'The job title' },
  { name: 'active', description: 'Whether the person can sign in', type: 'boolean' },
  { name: 'preferredLanguage', description: 'The language of the app and of mails: fr, en, ar, es or de' },
  { name: 'locale', description: 'The language, where preferredLanguage is missing' },
  {
    name: 'emails',
    description: 'The userName: one address',
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      { name: 'value', description: 'The address', mutability: 'readOnly' },
      { name: 'type', description: 'work', mutability: 'readOnly' },
      { name: 'primary', description: 'true', type: 'boolean', mutability: 'readOnly' },
    ],
  },
]

const ENTERPRISE: readonly Described[] = [
  { name: 'employeeNumber', description: 'The registration number', uniqueness: 'server' },
  { name: 'department', description: 'The department' },
  {
    name: 'manager',
    description: 'The manager',
    type: 'complex',
    subAttributes: [
      { name: 'value', description: 'The id of the manager', caseExact: true },
      ref('The address of the manager'),
      { name: 'displayName', description: 'The name of the manager', mutability: 'readOnly' },
    ],
  },
]

const GROUP: readonly Described[] = [
  { name: 'displayName', description: 'The name of the group', required: true, uniqueness: 'server' },
  externalId,
  {
    name: 'members',
    description: 'Users',
    type: 'complex',
    multiValued: true,
    subAttributes: [
      { name: 'value', description: 'The id of the user', caseExact: true, mutability: 'immutable' },
      ref('The address of the user'),
      { name: 'type', description: 'User', mutability: 'immutable' },
      { name: 'display', description: 'The name of the user', mutability: 'readOnly' },
    ],
  },
]

const SCHEMAS = [
  { id: CORE_USER, name: 'User', description: 'An employee', attributes: USER },
  { id: ENTERPRISE_USER, name: 'EnterpriseUser', description: 'What a company knows of an employee', attributes: ENTERPRISE },
  { id: CORE_GROUP, name: 'Group', description: 'A group of the directory', attributes: GROUP },
]

export const schemas = (base: string) =>
  SCHEMAS.map(({ attributes, ...schema }) => ({
    schemas: [SCHEMA],
    ...schema,
    attributes: attributes.map(attribute),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }))

export const resourceTypes = (base: string) =>
  [
    {
      id: 'User',
      description: 'An employee',
      endpoint: '/Users',
      schema: CORE_USER,
      schemaExtensions: [{ schema: ENTERPRISE_USER, required: false }],
    },
    { id: 'Group', description: 'A group of the directory', endpoint: '/Groups', schema: CORE_GROUP },
  ].map((type) => ({
    schemas: [RESOURCE_TYPE],
    name: type.id,
    ...type,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.id}` },
  }))

export const serviceProviderConfig = (base: string) => ({
  schemas: [CONFIG],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an administrator of the company creates',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})
