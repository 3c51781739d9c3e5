declare module 'virtual:mantine-variables.css'
declare module 'virtual:phone-rules-of-calling-code-1' {
  export const rules: import('libphonenumber-js/core').MetadataJson
}
