/** Something that whoever starts the console can mend; its message is all they need to read. */
export class ConfigError extends Error {}
