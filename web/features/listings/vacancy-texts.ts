/** Long texts of a vacancy in the order of its form and its page. */
export const vacancyTexts = [
  { field: 'responsibilities', title: 'vacancy.responsibilities' },
  { field: 'requirements', title: 'vacancy.requirements' },
  { field: 'nice_to_have', title: 'vacancy.niceToHave' },
  { field: 'conditions', title: 'vacancy.conditions' },
  { field: 'work_conditions', title: 'vacancy.workConditions' },
  { field: 'mandatory_tasks', title: 'vacancy.mandatoryTasks' },
  { field: 'important_info', title: 'vacancy.importantInfo' },
  { field: 'important_notes', title: 'vacancy.importantNotes' },
  { field: 'additional_info', title: 'vacancy.additionalInfo' },
] as const
