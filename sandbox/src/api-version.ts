/** The version whose shapes are answered; the SDK's own types hold the tests to it. */
export const API_VERSION = '2026-10-28.endive'
