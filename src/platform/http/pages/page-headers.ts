export const scriptType = 'text/javascript; charset=utf-8'
export const styleType = 'text/css; charset=utf-8'
export const fontType = 'font/woff2'
export const pageType = 'text/html; charset=utf-8'

/** The names of assets contain a hash of their content. */
export const assetCacheControl = 'public, max-age=31536000, immutable'

/**
 * Builds the policy of our own pages: they load only our files, and pictures from these sources.
 */
export const policyOf = (pictures: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${pictures}`,
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
