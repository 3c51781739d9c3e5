import { applicationStatuses } from '../plans/words.ts'

export const applicationNames = ['deenweb', 'deenkiosk', 'deenfund', 'deenscreen'] as const
export type ApplicationName = (typeof applicationNames)[number]

export const MAX_DISPLAY_NAME = 20
export const hardwareNames = ['DEENKIOSK Player', 'DEENSCREEN Player'] as const
export const shippings = ['Required', 'Not Required'] as const

/** The five steps of the form (third seed, section 2). */
export const applicationSteps = ['Basic Info', 'Features', 'Plans', 'Hardware', 'Status'] as const
export const statusChoices = applicationStatuses

export const APPLICATION_ADDED = 'Application Added Successfully!'
export const APPLICATION_UPDATED = 'Application Updated Successfully!'
export const APPLICATION_DELETED = 'Application Deleted Successfully!'
export const APPLICATION_RESTORED = 'Application restored'

export const LOGO_TOO_LARGE = 'Logo size should be less than 1MB'
export const NO_FEATURES = 'No Features'
export const NO_HARDWARE = 'No Hardwares'
export const FEATURES_PAGE = 5
export const HARDWARE_PAGE = 10
