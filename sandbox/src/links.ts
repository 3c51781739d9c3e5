const HERE = 'here:'

/** Where the sandbox listens may differ at every start, so a link is kept without that, and given it on the way out. */
export const link = (path: `/${string}`) => `${HERE}${path}`

export const withAddress = (json: string, address: string) => json.replaceAll(`"${HERE}/`, `"${address}/`)
