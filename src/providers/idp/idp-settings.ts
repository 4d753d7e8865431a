import {
  madeSecret,
  type ProviderDefinition,
  readAddress,
  readNamed,
} from '../provider-settings.ts'

/** Reads identity cards and compares faces. */
type VisionSettings = Readonly<{
  baseUrl: string
  username: string
  password: string
  apiKey: string
}>

/** Registers people. */
type RegistrySettings = Readonly<{
  registryUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string
}>

export type IdpSettings = VisionSettings & RegistrySettings

export const vision: ProviderDefinition<'vision', VisionSettings> = {
  name: 'vision',
  required: ['IDP_BASE_URL'],
  settings: {
    IDP_BASE_URL: { example: 'https://api.vision.glair.ai', shown: ({ baseUrl }) => baseUrl },
    IDP_USERNAME: { example: 'tukar', shown: ({ username }) => username },
    IDP_PASSWORD: { example: 'as GLAIR issued it', made: madeSecret },
    IDP_API_KEY: { example: 'as GLAIR issued it', made: madeSecret },
  },
  read: (from) => ({
    baseUrl: readAddress(from, 'IDP_BASE_URL', '/idp'),
    username: readNamed(from, 'IDP_USERNAME', 'sandbox'),
    password: from.secret('IDP_PASSWORD'),
    apiKey: from.secret('IDP_API_KEY'),
  }),
}

export const registry: ProviderDefinition<'registry', RegistrySettings> = {
  name: 'registry',
  required: ['IDP_REGISTRY_URL', 'IDP_TOKEN_URL'],
  settings: {
    IDP_REGISTRY_URL: {
      example: 'https://services.vida.id/main/v3/services',
      shown: ({ registryUrl }) => registryUrl,
    },
    IDP_TOKEN_URL: {
      example: 'https://sso.vida.id/auth/realms/vida/protocol/openid-connect/token',
      shown: ({ tokenUrl }) => tokenUrl,
    },
    IDP_CLIENT_ID: { example: 'partner-tukar-prod-sso', shown: ({ clientId }) => clientId },
    IDP_CLIENT_SECRET: { example: 'as VIDA issued it', made: madeSecret },
  },
  read: (from) => ({
    registryUrl: readAddress(from, 'IDP_REGISTRY_URL', '/idp/registry'),
    tokenUrl: readAddress(from, 'IDP_TOKEN_URL', '/idp/registry/token'),
    clientId: readNamed(from, 'IDP_CLIENT_ID', 'sandbox'),
    clientSecret: from.secret('IDP_CLIENT_SECRET'),
  }),
}
