-- When a giver deleted their answer. Such a feedback is stored as declined, as before: it gets no reminder and may be answered again. This
-- time says that it was not. A feedback that is declined later, after it was answered again, has none.
alter table feedbacks add column withdrawn_at timestamptz;
