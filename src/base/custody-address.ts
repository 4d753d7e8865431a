/** Fireblocks publishes its base address with the version, which our calls name themselves. */
export const withoutVersion = (baseUrl: string): string => baseUrl.replace(/\/v1$/, '')
