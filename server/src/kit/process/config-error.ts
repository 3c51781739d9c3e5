/** An error that the person who starts the console can fix; its message is all they need to read. */
export class ConfigError extends Error {}
