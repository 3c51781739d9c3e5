/** Code and e-mail belong together; neither says anything alone. */
export interface Invitation {
  code: string
  email: string
}
