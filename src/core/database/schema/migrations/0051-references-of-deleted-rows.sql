-- The deletion of a row looks for what refers to it: without an index it reads all of the table.
create index identity_histories_of_card on identity_histories (ocr_id) where ocr_id is not null;
create index vision_verifications_of_file on vision_verifications (file);
create index carf_records_of_certification on carf_records (certification_id)
  where certification_id is not null;
